import { matchAlone, matchAnyOf, matchInAnyLanguage } from './patterns.ts'
import { gameNames, services, servicesWithOtherMeanings } from './words.ts'

const SERVICE = matchAnyOf(services)
const ANY_SERVICE = matchAnyOf([...services, ...servicesWithOtherMeanings])
const ACCOUNT = matchInAnyLanguage(({ account }) => account)
const MINE = matchInAnyLanguage(({ mine }) => mine)
const ON = matchInAnyLanguage(({ on }) => on)
const I_AM = matchInAnyLanguage(({ iAm }) => iAm)
const IS = `(?: ?(?:[:=@→>~–—-]|'s) ?| ${matchInAnyLanguage(({ is }) => is)} )[:=@ ]{0,2}`
const NAME = String.raw`@?[\p{L}\d_][\p{L}\d_.-]{1,39}`
/** Username with a character that words lack: a digit, an underscore, a dot. */
const NAME_OF_NO_WORD = String.raw`@?(?=[\p{L}.-]{0,30}[\d_]|[\p{L}-]{1,30}\.[\p{L}\d])${NAME}`

/** Patterns for lowercase texts. */
const handles: readonly RegExp[] = [
  // 'snap: mia_b07', and 'snap: mia' unless a sentence follows
  new RegExp(String.raw`(?<![\p{L}\d])${ANY_SERVICE}(?: ${ACCOUNT})?${IS}${NAME_OF_NO_WORD}`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${SERVICE}(?: ${ACCOUNT})? ?[:=@→>–—-] ?${NAME}(?: ?$|[,;!)])`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${SERVICE} @[\p{L}\d_]`, 'u'),
  // 'my insta is mia', 'my steam name is mia', 'my gamertag is mia'
  new RegExp(String.raw`(?<![\p{L}\d])${MINE} ${SERVICE}(?: ${ACCOUNT})?${IS}${NAME}`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${MINE} ${ANY_SERVICE} ${ACCOUNT}${IS}${NAME}`, 'u'),
  new RegExp(
    String.raw`(?<![\p{L}\d])${MINE} ${matchAnyOf(['username', 'user name', 'handle', 'benutzername', 'nutzername', 'usuario', 'pseudo', 'identifiant'])}${IS}${NAME}`,
    'u',
  ),
  new RegExp(String.raw`(?<![\p{L}\d])${matchAnyOf(gameNames)}${IS}${NAME}`, 'u'),
  // 'mia_b07 on xbox', 'i am mia on roblox', 'roblox? mine is mia', 'on fortnite i am mia07'
  new RegExp(String.raw`(?<![\p{L}\d_.-])${NAME_OF_NO_WORD} ${ON} ${ANY_SERVICE}(?![\p{L}\d])`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${I_AM} ${NAME} ${ON} ${SERVICE}(?![\p{L}\d])`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${SERVICE}[^\p{L}\d]{1,3}${I_AM} ${NAME}`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\d])${ANY_SERVICE}[^\p{L}\d]{1,3}${I_AM} ${NAME_OF_NO_WORD}`, 'u'),
  // 'add me on snap', 'join my discord'
  new RegExp(
    String.raw`(?<![\p{L}\d])${matchInAnyLanguage(({ reach }) => reach)}(?: [\p{L}']{1,12}){0,3} ${ON} ${ANY_SERVICE}(?![\p{L}\d])`,
    'u',
  ),
  new RegExp(matchAlone(matchInAnyLanguage(({ reachAlone }) => reachAlone)), 'u'),
  // '@mia_bell', '@mia07'; a plain name is how users address each other in a discussion
  /(?<![\p{L}\d._%+-])@\p{L}(?:[\p{L}\d.]{0,30}_|\p{L}{1,30}\d{2})/u,
  // 'mia#1234'
  /[\p{L}\d_.]{2}#\d{4}(?!\d)/u,
]

export const handlePatterns: readonly RegExp[] = handles

/** Checks if a folded text contains a username on another service, or an invitation to one. */
export function containsHandle(folded: string): boolean {
  const text = folded.toLowerCase()
  return handles.some((handle) => handle.test(text))
}
