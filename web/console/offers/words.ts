export const offers = {
    title: "Offers",
};
