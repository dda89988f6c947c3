import type { BarredPerson, PickupPerson, pickupVerdicts } from './contract.ts'
import { isSameName, isSimilarName, namesPhone, sharesName } from './similar-names-contract.ts'

/** A person by whom a typed text is judged; phones are known to the server alone. */
type WithPhone<Person> = Person & { phone?: string }

/** People who may pick up a child on a day, and people who may not. */
export interface PickupLists<Allowed extends PickupPerson = PickupPerson, Barred extends BarredPerson = BarredPerson> {
  allowed: readonly WithPhone<Allowed>[]
  barred: readonly WithPhone<Barred>[]
}

/** Judgement of a typed text. */
export interface PickupJudgement {
  verdict: (typeof pickupVerdicts)[number]
  /** The person on the list who is meant; null unless allowed. */
  allowed: PickupPerson | null
  /** The barred person who is meant, or who shares a name with an allowed or unlisted one; null where there is none. */
  barred: BarredPerson | null
}

interface Named {
  name: string
  phone?: string | undefined
}

/** Finds the barred person who has the name or the telephone number of another one. */
export const findSame = <Barred extends Named>({ name, phone = '' }: Named, barred: readonly Barred[]) =>
  barred.find((one) => isSameName(name, one.name) || namesPhone(phone, one.phone ?? ''))

/** Finds the barred person for whom an allowed one may be mistaken: the name is the same but for a few letters. */
export const findSimilar = <Barred extends Named>({ name }: Named, barred: readonly Barred[]) =>
  barred.find((one) => isSimilarName(name, one.name))

/**
 * Leaves out of the allowed people each authorized pickup that has the name or the telephone number of a barred guardian:
 * no person is allowed and barred at once. Guardians are known by their accounts, whatever they share.
 */
export function separateBarred<Lists extends PickupLists>(people: Lists): Lists {
  const { allowed, barred } = people
  return { ...people, allowed: allowed.filter((person) => person.kind === 'guardian' || !findSame(person, barred)) }
}

/**
 * Judges a name that is typed at the door, or a text with a telephone number in it. A barred person is recognized with
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
