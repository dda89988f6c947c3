import { reservedSubdomains } from '#core/contract/tenancy.ts'
import type { PlatformScope } from '#core/server/core.ts'

/** Characters of a host's label that an organization may have (spec part 1, section 9). */
const MAX_LENGTH = 50

// Letters that Unicode does not decompose into a Latin letter and a mark.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
  ƒ: 'f',
  // Greek
  ...spelled('αβγδεζηικλμνξοπρσςτυφω', 'a b g d e z i i k l m n x o p r s s t y f o'),
  ...spelled('θχψ', 'th ch ps'),
  // Cyrillic
  ...spelled('абвгдезиіклмнопрстуфыэґ', 'a b v g d e z i i k l m n o p r s t u f y e g'),
  ...spelled('жхцчшщюяєђјљњћџ', 'zh kh ts ch sh shch yu ya ye dj j lj nj c dz'),
  ...spelled('ъь', '- -'),
}

function spelled(from: string, to: string): Record<string, string> {
  const latin = to.split(' ')
  return Object.fromEntries(Array.from(from, (letter, index) => [letter, latin[index]?.replace('-', '') ?? '']))
}

/** The name in ASCII letters and digits, lower-case, the rest dropped; empty when nothing can be written that way. */
export function transliterate(name: string): string {
  return Array.from(name.toLowerCase().normalize('NFKD'), (letter) => letters[letter] ?? letter)
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/**
 * A subdomain made from the organization's name that nobody has and that is not reserved: transliterated, at most 50
 * characters, with a number from 2 on when taken.
 */
export async function freeSubdomain(scope: PlatformScope, name: string): Promise<string> {
  const base = transliterate(name).slice(0, MAX_LENGTH) || 'organization'
  // Room for the digits: numbers replace the end of a long name.
  const stem = base.slice(0, MAX_LENGTH - 6)
  const rows = await scope.rows<{ subdomain: string }>(
    'tenants.subdomainsLike',
    `select subdomain from tenants where subdomain = $1 or subdomain ~ ('^' || $2 || '[0-9]{1,6}$')`,
    [base, stem],
  )
  const taken = new Set(rows.map(({ subdomain }) => subdomain))
  const free = (candidate: string) => !taken.has(candidate) && !reservedSubdomains.has(candidate)
  if (free(base)) return base
  for (let number = 2; ; number++) if (free(`${stem}${number}`)) return `${stem}${number}`
}
