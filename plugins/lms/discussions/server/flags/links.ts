import { matchAlone, matchAnyOf, matchInAnyLanguage } from './patterns.ts'
import { contactWords, endings, fileEndings, mailProviders, programNames } from './words.ts'

/** Part of a domain, at most 63 letters. */
const LABEL = String.raw`[\p{L}\d][\p{L}\d-]{0,62}`
const AT_WORD = matchInAnyLanguage(({ at }) => at)
const POINT_WORD = matchInAnyLanguage(({ dot }) => dot)
const toBracketed = (word: string) => String.raw` ?[([{<] ?${word} ?[)\]}>] ?`

/** Matches whole email addresses, so that no domain of them is left in a text. */
const emails: readonly RegExp[] = [
  /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64} ?@ ?[\p{L}\d][\p{L}\d-]{0,62}(?: ?\. ?[\p{L}\d][\p{L}\d-]{0,62}){1,8}/gu,
  new RegExp(
    String.raw`[\p{L}\d._%+-](?: ?@ ?|${toBracketed(matchAnyOf(['at', '@', 'a']))})${LABEL}(?: ?\. ?|${toBracketed(matchAnyOf(['dot', String.raw`\.`]))})[\p{L}\d]{2,63}`,
    'giu',
  ),
  new RegExp(String.raw`[\p{L}\d._-] ${AT_WORD} ${LABEL} ${POINT_WORD} ${matchAnyOf(endings)}(?![\p{L}\d])`, 'giu'),
  new RegExp(String.raw`[\p{L}\d._-] ${AT_WORD} ${matchAnyOf(mailProviders)}(?![\p{L}\d])`, 'giu'),
]

const FILES = matchAnyOf(fileEndings)
const PROGRAM = new RegExp(matchAlone(matchAnyOf(programNames.map((name) => name.replace('.', String.raw`\.`)))), 'gu')
/** End of a sentence without a space after it. */
const SENTENCE_END = /\.(?=\p{Lu}\p{Ll})/gu

/** Patterns for lowercase texts. */
const links: readonly RegExp[] = [
  /[a-z]:\/\/\S/u,
  /(?<![\p{L}\d])www ?\. ?\S/u,
  // A call such as `list.in(…)` is code.
  new RegExp(String.raw`[\p{L}\d]\.${matchAnyOf(endings)}(?![\p{L}\d(-])`, 'u'),
  /[\p{L}\d] ?\. ?(?:com|org|gg|tv|io|edu)(?![\p{L}\d(-])/u,
  // An unknown ending with a path behind it
  new RegExp(String.raw`[\p{L}\d]{2}\.(?!${FILES}\/)\p{L}{2,24}\/[\p{L}\d]`, 'u'),
  // or after words that introduce a page
  new RegExp(
    String.raw`(?<![\p{L}\d])${matchInAnyLanguage(({ visit }) => visit)}(?![\p{L}\d])[^.]{0,30}[\p{L}\d]{2}\.(?!${FILES}(?![\p{L}\d]))\p{L}{2,24}(?![\p{L}\d(])`,
    'u',
  ),
  ...Object.values(contactWords).map(
    ({ dot, dotEndings }) =>
      new RegExp(String.raw`[\p{L}\d] [([{]? ?${matchAnyOf(dot)} ?[)\]}]? ${matchAnyOf(dotEndings)}(?![\p{L}\d])`, 'u'),
  ),
]

export const linkPatterns: readonly RegExp[] = [...emails, PROGRAM, SENTENCE_END, ...links]

/** Removes email addresses from a folded text. */
export const withoutEmails = (folded: string): string =>
  emails.reduce((text, email) => text.replaceAll(email, ' '), folded)

/** Checks if a folded text without email addresses contains a link. */
export function containsLink(withoutAddresses: string): boolean {
  const text = withoutAddresses.replaceAll(SENTENCE_END, '. ').toLowerCase().replaceAll(PROGRAM, ' ')
  return links.some((link) => link.test(text))
}
