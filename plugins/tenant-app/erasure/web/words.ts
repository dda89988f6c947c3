/** What somebody was, at the beginning of a line. */
export const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
