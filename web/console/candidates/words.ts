export const candidates = {
    title: "Candidates",
};
