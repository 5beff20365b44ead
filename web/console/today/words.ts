export const today = {
    title: "Today",
    welcome: (name: string) => `Hello, ${name}`,
};
