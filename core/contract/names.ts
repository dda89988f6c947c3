import { requiredText } from './fields.ts'

/** Words of one language that a name is checked for, in small letters without accents. */
interface NameWords {
  /** Roles and offices of staff, of one word or more. */
  roles: readonly string[]
  /** Words for the point of a domain. */
  dot: readonly string[]
}

/** Words by language; add an entry for a new one. */
const nameWords: Record<'en' | 'es' | 'de' | 'fr', NameWords> = {
  en: {
    roles: [
      'admin',
      'administrator',
      'administration',
      'super admin',
      'sysadmin',
      'webmaster',
      'moderator',
      'support',
      'help desk',
      'helpdesk',
      'customer service',
      'customer care',
      'security team',
      'staff',
      'instructor',
      'teacher',
      'principal',
      'vice principal',
      'headmaster',
      'headmistress',
      'head teacher',
      'superintendent',
    ],
    dot: ['dot'],
  },
  es: {
    roles: [
      'administrador',
      'administradora',
      'moderador',
      'moderadora',
      'soporte',
      'asistencia tecnica',
      'atencion al cliente',
      'instructora',
      'profesor',
      'profesora',
      'maestro',
      'maestra',
      'director',
      'directora',
      'personal docente',
    ],
    dot: ['punto'],
  },
  de: {
    roles: [
      'administratorin',
      'moderatorin',
      'kundendienst',
      'kundenservice',
      'hilfe team',
      'schulleiter',
      'schulleiterin',
      'schulleitung',
      'rektor',
      'rektorin',
      'direktor',
      'direktorin',
      'lehrkraft',
      'lehrerin',
      'kursleiter',
      'kursleiterin',
      'leitung',
      'mitarbeiter',
      'mitarbeiterin',
    ],
    dot: ['punkt'],
  },
  fr: {
    roles: [
      'administrateur',
      'administratrice',
      'moderateur',
      'moderatrice',
      'assistance',
      'service client',
      'instructeur',
      'instructrice',
      'professeur',
      'professeure',
      'enseignant',
      'enseignante',
      'directeur',
      'directrice',
      'proviseur',
      'proviseure',
      'principale',
      'personnel',
    ],
    dot: ['point'],
  },
}

/** Top-level domains that email programs turn into links; those of two letters are recognized by length. */
const ENDINGS = 'com|org|net|edu|gov|info|biz|app|dev|xyz|online|site|shop|store|club|top|live|link|page|web|school'

const DOTS = Object.values(nameWords)
  .flatMap(({ dot }) => dot)
  .join('|')

const addresses: readonly RegExp[] = [
  /@/,
  /:\/\//,
  /(?<![\p{L}\p{N}])www[. ]/u,
  new RegExp(String.raw`[\p{L}\p{N}] ?\. ?(?:${ENDINGS})(?![\p{L}\p{N}])`, 'u'),
  // `Dr.Li` asks for a space; `J.R.R.` does not.
  /[\p{L}\p{N}]\.\p{L}{2}(?![\p{L}\p{N}])/u,
  /\.\p{L}{2,24}\//u,
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${DOTS}) (?:${ENDINGS}|io|co)(?![\p{L}\p{N}])`, 'u'),
]

/** Full-width forms and other dots are normalized by their look. */
const toPlain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[。｡․]/gu, '.')
    .toLowerCase()

/** True if a name looks like a link: emails to strangers contain it, and email programs would link it. */
export const hasAddress = (name: string): boolean => {
  const text = toPlain(name)
  return addresses.some((address) => address.test(text))
}

export const NAME_WITH_ADDRESS = 'Enter a name without a link, a domain or @. Leave a space after a dot.'

/** Names shown to others: on one line, visible, and without an address. @param message where it is blank */
export const publicName = (message: string, max = 100) =>
  requiredText(max, message).refine((name) => !hasAddress(name), NAME_WITH_ADDRESS)

/** Letters and digits that look like another letter. */
const alike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '!': 'i',
  '|': 'i',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  і: 'i',
  ѕ: 's',
  м: 'm',
  н: 'h',
  к: 'k',
  х: 'x',
  у: 'y',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  ι: 'i',
  ν: 'v',
  ε: 'e',
}

/** Words as they look, without accents. */
function wordsOf(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^ ]/gu, (letter) => alike[letter] ?? letter)
  return bare.split(/[^\p{L}]+/u).filter(Boolean)
}

const roleWords = Object.values(nameWords).flatMap(({ roles }) => roles)

/**
 * Checks a name for a role of staff or the platform's name. Spaced letters are read together: `A d m i n`.
 * @param kept further names reserved for staff, as the platform's
 */
export function hasRoleName(name: string, kept: readonly string[] = []): boolean {
  const words = wordsOf(name)
  const text = ` ${words.join(' ')} `
  const together = words.join('')
  return [...roleWords, 'trellis', ...kept].some((one) => {
    const role = wordsOf(one)
    return role.length > 0 && (text.includes(` ${role.join(' ')} `) || together === role.join(''))
  })
}

export const NAME_WITH_ROLE = 'Names of roles and of the platform are kept for staff. Enter your own name.'
