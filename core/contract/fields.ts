import { z } from 'zod'
import { roles } from './roles.ts'
import { t, translated } from './text.ts'

// Control characters move the cursor of a terminal and break the lines of an email; half a surrogate pair cannot be stored.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES_AND_TABS = /[^\P{Cc}\n\r\t]|\p{Cs}/u

// Bidirectional controls, line breaks and zero-width characters disguise a name as another one. The joiners of
// Persian, of the scripts of India and of emoji stay.
const MISLEADING_CHARACTERS = /[\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/u

const VISIBLE_CHARACTER = /[^\s\p{Default_Ignorable_Code_Point}]/u

const UNSTORABLE_TEXT = translated('Contains a character that cannot be stored')

/** Message of a text that has too many characters. */
export const tooLong = (max: number) => ({ error: () => t('At most {max} characters', { max: String(max) }) })

/** Text of one line or more, trimmed, at most `max` characters. Line breaks and tabs stay. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine((value) => !CONTROL_BUT_LINES_AND_TABS.test(value), UNSTORABLE_TEXT)
}

/** Text as it was typed, at most `max` characters: a piece of a longer one keeps the spaces at its ends. */
export function typedText(max: number) {
  return z
    .string()
    .max(max, tooLong(max))
    .refine((value) => !CONTROL_BUT_LINES_AND_TABS.test(value), UNSTORABLE_TEXT)
}

/** One line, trimmed, at most `max` characters: a name, a place. It may be empty. */
export function line(max: number) {
  return z.string().trim().max(max, tooLong(max)).superRefine(refuseMisleading)
}

/** One line that may not be blank. `message` is shown when it is. */
export function requiredText(max: number, message: string = translated('Required')) {
  return z
    .string()
    .trim()
    .min(1, message)
    .max(max, tooLong(max))
    .superRefine(refuseMisleading)
    .refine((value) => VISIBLE_CHARACTER.test(value), message)
}

function refuseMisleading(value: string, context: z.RefinementCtx): void {
  if (/[\n\r\t]/.test(value)) context.addIssue('Write it on one line, without tabs')
  else if (CONTROL_CHARACTERS.test(value)) context.addIssue(UNSTORABLE_TEXT)
  else if (MISLEADING_CHARACTERS.test(value)) context.addIssue('Contains a character that cannot be seen')
}

/** An email address, trimmed, at most 254 characters (RFC 5321). */
export function email(message: string = translated('Please enter a valid email address')) {
  return z.string().trim().max(254, tooLong(254)).pipe(z.email(message))
}

export const id = z.uuid('Not a valid id')

/** An instant in ISO 8601 with an offset. Exact to the nanosecond at most: the database takes no endless fractions. */
export function dateTime(message: string) {
  return z.iso.datetime({ offset: true, error: message }).max('2026-11-21T07:00:00.000000000+00:00'.length, message)
}

/** An instant from 1900 to 2999, well within the range of the database; answers always carry UTC. */
export const instant = dateTime('Not a valid date and time').refine(
  (value) => Date.parse(value) >= Date.UTC(1900) && Date.parse(value) < Date.UTC(3000),
  'Between 1900 and 2999',
)

export const PASSWORD_REQUIRED = translated('Password is required')

/** Secrets are bounded too: hashing an endless password is an attack. */
export const password = z.string().min(1, PASSWORD_REQUIRED).max(200, tooLong(200))

/** A time zone by its name of the IANA database. */
export const timeZone = requiredText(64).refine(isTimeZone, 'Use a time zone like America/New_York')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** The spellings of the specification (`admin`, `tenant-admin`) read as one role. */
export const role = z.preprocess(
  (value) => (value === 'admin' || value === 'tenant-admin' ? 'tenant_admin' : value),
  z.enum(roles, 'Please select a role'),
)
