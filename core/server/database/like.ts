/** Escapes typed text for `like`, so that `%` and `_` match literally. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Builds a pattern for `like` that matches the text anywhere. */
export const containing = (text: string) => `%${literal(text)}%`
