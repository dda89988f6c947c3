import { valuesOf, type Statement } from '../database/statement.ts'
import { readNames, type Erasing, type Person, type Run } from './names.ts'
import { patternsOf } from './phrases.ts'
import { rewritePlaces, type ChosenPlace, type Place } from './places.ts'

/** Results of an erasure, beyond the rows of the people. */
export interface Erased {
  /** Entries of logs in which texts were blanked. */
  entries: number
  /** Count of other people's texts in which the name was replaced. */
  rewritten: Place[]
}

/**
 * Erases people from every table that refers to them, together: a student with the account and the authorized pickups.
 * Other people's texts are unchanged, except chosen ones. Erasing a person again is harmless.
 */
export async function erasePeople(
  run: Run,
  personalData: Erasing,
  organization: string,
  people: readonly Person[],
  chosen: readonly ChosenPlace[] = [],
): Promise<Erased> {
  const { erasing } = personalData
  const names = await readNames(run, personalData, organization, people)
  const emails = names.flatMap(({ email }) => email ?? [])
  // Only users have signatures: the platform writes them when a signed-in user acts.
  const signatures = names.filter(({ kind, hasNamesake }) => kind === 'user' && !hasNamesake).map(({ name }) => name)
  const ids = people.map(({ id }) => id)
  const rewritten = await rewritePlaces(run, personalData, { organization, ids, ...patternsOf(names) }, chosen)
  const all = async (statements: readonly Statement<object>[], person?: string) => {
    for (const one of statements) await run(one, valuesOf(one, { organization, person, emails, signatures }))
  }
  let entries = 0
  for (const { id: person } of people) {
    for (const one of erasing.log) {
      for (const blanked of await run(one, valuesOf(one, { organization, person }))) entries += blanked.entries
    }
  }
  for (const { kind, id } of people) await all(erasing.emptying[kind], id)
  await all(erasing.signing)
  for (const { kind, id } of people) await all(erasing.removing[kind], id)
  return { entries, rewritten }
}
