import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { GlobalSettings } from '#core/contract/settings.ts'
import { invalidField } from '../errors.ts'
import { shortQueue } from '../short-queue.ts'
import { whyGuessable, type Named } from './guessable.ts'

const hash = promisify(argon2)

// The OWASP option for argon2id with the least memory (7 MiB, five passes, one lane): the
// C library keeps what a thread of the pool has freed, so that each of them would hold 19 MiB for ever.
const MEMORY_KIB = 7168
const PASSES = 5
const LANES = 1
const TAG_LENGTH = 32

// A hash takes some 40 ms of a processor. One processor and one of the four threads of Node's pool stay free, which files
// and names of hosts need too; a class that signs in at once waits a few seconds at most.
const inTurn = shortQueue({
  concurrency: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waiting: 150,
  refusal: 'Very many people are signing in at this moment. Please try again in a few seconds.',
})

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Parameters) =>
  inTurn(() =>
    hash('argon2id', {
      message: Buffer.from(password.normalize('NFKC'), 'utf8'),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength: TAG_LENGTH,
    }),
  )

/** Hashes a password into the PHC string format. Call it outside of transactions. @throws busy 503 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Result of `hashPassword`: a transaction takes only this, since it must not wait for hashing. */
export interface HashedPassword {
  hash: string
}

/** A generated password to hand to its user, with its hash. */
export interface IssuedPassword extends HashedPassword {
  password: string
}

/** Generates a password to hand to its user, a temporary one by default. Call it outside of transactions. @throws busy 503 */
export async function issuePassword(password: string = temporaryPassword()): Promise<IssuedPassword> {
  return { password, hash: await hashPassword(password) }
}

/**
 * Stored in place of a hash where an account is in use and opened by an identity provider alone. Accounts without either
 * wait for their invitation.
 */
export const NO_PASSWORD = '!'

/** True if an account can be opened with a password. */
export const hasPassword = (stored: string | null): boolean => stored !== null && stored !== NO_PASSWORD

/** @throws busy 503 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === NO_PASSWORD) {
    await verifyNothing(password)
    return false
  }
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(stored ?? '') ?? []
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that the response time does not reveal whether an account exists. */
export async function verifyNothing(password: string): Promise<void> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password, await decoy)
}

// Without 0 O o, 1 l I i and their like: temporary passwords are read out and typed by hand.
const LEGIBLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Days until a temporary password can no longer be used. */
export const TEMPORARY_PASSWORD_DAYS = 7

/** 12 characters without look-alikes (spec part 1, section 5), with a lower-case, an upper-case letter and a digit. */
export function temporaryPassword(): string {
  for (;;) {
    const candidate = Array.from({ length: 12 }, () => LEGIBLE_CHARACTERS[randomInt(LEGIBLE_CHARACTERS.length)]).join(
      '',
    )
    if (/[a-z]/.test(candidate) && /[A-Z]/.test(candidate) && /\d/.test(candidate)) return candidate
  }
}

/**
 * Refuses a chosen password when it breaks the rules of the global settings or is easily guessed.
 * @throws invalid at `password`
 */
export function checkNewPassword(password: string, settings: GlobalSettings, owner: Named): void {
  if (password.length < settings.passwordMinLength) {
    throw invalidField('password', `Password must be at least ${settings.passwordMinLength} characters`)
  }
  if (settings.passwordRequireSpecialChars && !/[^A-Za-z0-9]/.test(password)) {
    throw invalidField('password', 'Password must contain a special character')
  }
  refuseGuessable(password, owner)
}

/** @throws invalid at `password` when it is a very common password, or a name of its owner or their organization */
export function refuseGuessable(password: string, owner: Named): void {
  const reason = whyGuessable(password, owner)
  if (reason) throw invalidField('password', reason)
}
