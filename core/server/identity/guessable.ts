import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The owner of the password. */
export interface Named {
  email: string | null
  username?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  tenantName?: string | null | undefined
  subdomain?: string | null | undefined
}

/** Characters: no password is shorter. */
const MIN_PASSWORD_LENGTH = 8

// One text, since as many strings of their own would take several times the memory; read when it is first needed.
let common: string | undefined

function commonPasswords(): string {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return `\n${passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH).join('\n')}\n`.toLowerCase()
}

/** True if the password is among some ten thousand that are used most, regardless of case. */
function isCommonPassword(password: string): boolean {
  common ??= commonPasswords()
  const given = password.normalize('NFKC').toLowerCase()
  return !given.includes('\n') && common.includes(`\n${given}\n`)
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const withoutDigitsAround = (text: string) => text.replace(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '')

/** True if the password is a name of its owner with only digits, spaces and punctuation added: `North-Star 1`. */
function isNameOf(password: string, owner: Named): boolean {
  const { email, username, firstName = '', lastName = '', tenantName, subdomain } = owner
  const [mailbox, domain] = (email ?? '').split('@')
  const addresses = [email, mailbox, domain, domain?.split('.')[0], subdomain]
  const names = [
    ...addresses,
    username,
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    tenantName,
  ].map((name) => folded(name ?? ''))
  const given = folded(password)
  const core = withoutDigitsAround(given)
  return names.some(
    (name) => name !== '' && (name === given || (core.length > 1 && withoutDigitsAround(name) === core)),
  )
}

/** Explains to users why a password is easy to guess; undefined when it is not known to be. */
export function whyGuessable(password: string, owner: Named): string | undefined {
  if (isCommonPassword(password)) {
    return 'This is one of the most used passwords, which are guessed first. Please choose another.'
  }
  return isNameOf(password, owner)
    ? 'This is a name or address of yours or of your organization, which is easily guessed. Please choose another.'
    : undefined
}
