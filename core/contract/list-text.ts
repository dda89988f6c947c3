/**
 * Formats a list for an English sentence: `plans, users, and sessions`. The formatter is made when it is used: the first
 * one loads the words of a language, which takes megabytes.
 */
export const listText = (things: readonly string[]): string => new Intl.ListFormat('en-US').format(things)
