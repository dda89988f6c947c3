import type { BarredPerson, PickupPerson, pickupVerdicts } from './contract.ts'
import { isSameName, isSimilarName, namesPhone, sharesName } from './similar-names-contract.ts'

/** A person with whom a typed text is compared; only the server knows phone numbers. */
type WithPhone<Person> = Person & { phone?: string }

/** People who may pick up a child on a day, and people who may not. */
export interface PickupLists<Allowed extends PickupPerson = PickupPerson, Barred extends BarredPerson = BarredPerson> {
  allowed: readonly WithPhone<Allowed>[]
  barred: readonly WithPhone<Barred>[]
}

/** Judgment of a typed text. */
export interface PickupJudgement {
  verdict: (typeof pickupVerdicts)[number]
  /** The matched person on the list; null unless allowed. */
  allowed: PickupPerson | null
  /** The matched barred person, or one who shares a name with an allowed or unlisted person; null without one. */
  barred: BarredPerson | null
}

interface Named {
  name: string
  phone?: string | undefined
}

/** Finds the barred person with a person's name or telephone number. */
export const findSame = <Barred extends Named>({ name, phone = '' }: Named, barred: readonly Barred[]) =>
  barred.find((one) => isSameName(name, one.name) || namesPhone(phone, one.phone ?? ''))

/** Finds the barred person whose name differs from an allowed one's by a few letters only. */
export const findSimilar = <Barred extends Named>({ name }: Named, barred: readonly Barred[]) =>
  barred.find((one) => isSimilarName(name, one.name))

/**
 * Removes authorized pickups with the name or telephone number of a barred guardian from the allowed people: no person is
 * allowed and barred at once. Guardians are identified by their accounts, whatever names or numbers they share.
 */
export function separateBarred<Lists extends PickupLists>(people: Lists): Lists {
  const { allowed, barred } = people
  return { ...people, allowed: allowed.filter((person) => person.kind === 'guardian' || !findSame(person, barred)) }
}

/**
 * Judges a name that staff type at the door, or a text with a telephone number in it. A barred person is recognized despite
 * typing errors, in part and by initials, unless the text is exactly the name of an allowed one.
 */
export function judgePickup(text: string, { allowed, barred }: PickupLists): PickupJudgement {
  const exact = barred.find(({ name, phone = '' }) => isSameName(text, name) || namesPhone(text, phone))
  if (exact) return { verdict: 'barred', allowed: null, barred: exact }
  const related = barred.find(({ name }) => sharesName(text, name)) ?? null
  const listed = allowed.find(({ name }) => isSameName(text, name))
  if (listed) return { verdict: 'allowed', allowed: listed, barred: related }
  const meant = barred.find(({ name }) => isSimilarName(text, name))
  if (meant) return { verdict: 'barred', allowed: null, barred: meant }
  return { verdict: 'unlisted', allowed: null, barred: related }
}
