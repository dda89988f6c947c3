import { matchAlone, matchAnyOf, matchInAnyLanguage } from './patterns.ts'
import { contactWords, endings, fileEndings, mailProviders, programNames } from './words.ts'

/** A part of a domain, which has at most 63 letters. */
const LABEL = String.raw`[\p{L}\d][\p{L}\d-]{0,62}`
const AT_WORD = matchInAnyLanguage(({ at }) => at)
const POINT_WORD = matchInAnyLanguage(({ dot }) => dot)
const toBracketed = (word: string) => String.raw` ?[([{<] ?${word} ?[)\]}>] ?`

/** Matches the whole address, so that what is left of a text has no domain of it. */
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
/** The end of a sentence, behind which a blank is missing. */
const SENTENCE_END = /\.(?=\p{Lu}\p{Ll})/gu

/** For texts in small letters. */
const links: readonly RegExp[] = [
  /[a-z]:\/\/\S/u,
  /(?<![\p{L}\d])www ?\. ?\S/u,
  // What is called, as `list.in(…)`, is a program.
  new RegExp(String.raw`[\p{L}\d]\.${matchAnyOf(endings)}(?![\p{L}\d(-])`, 'u'),
  /[\p{L}\d] ?\. ?(?:com|org|gg|tv|io|edu)(?![\p{L}\d(-])/u,
  // An ending that nobody knows, with a path behind it
  new RegExp(String.raw`[\p{L}\d]{2}\.(?!${FILES}\/)\p{L}{2,24}\/[\p{L}\d]`, 'u'),
  // or with words before it that lead to a page
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

/** Takes the addresses of email out of a folded text; it is the same where there are none. */
export const withoutEmails = (folded: string): string =>
  emails.reduce((text, email) => text.replaceAll(email, ' '), folded)

/** Tells whether a folded text, without addresses of email, leads to a page. */
export function containsLink(withoutAddresses: string): boolean {
  const text = withoutAddresses.replaceAll(SENTENCE_END, '. ').toLowerCase().replaceAll(PROGRAM, ' ')
  return links.some((link) => link.test(text))
}
