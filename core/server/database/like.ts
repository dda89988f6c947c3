/** A pattern for `like` in which everything that was typed means itself, `%` and `_` too. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for `like`: wherever the text stands. */
export const containing = (text: string) => `%${literal(text)}%`
