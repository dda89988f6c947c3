import type { TenantScope } from '#core/server/core.ts'
import { newPauses } from '#core/server/pauses.ts'
import { getLocalDay } from '../../../../shared/server/time-zone.ts'
import { readKnown, readNameKeys } from '../known.ts'
import { readKnownRoster } from './known-roster.ts'
import { planEnds } from './plan-ends.ts'
import { GroupsPlanner } from './plan-groups.ts'
import { PeoplePlanner } from './plan-people.ts'
import { readRosterInThread } from './roster-thread.ts'
import { RosterPlan } from './roster-plan.ts'
import type { UnpackedRoster } from './unpack-roster.ts'

export interface ReadyPlan {
  plan: RosterPlan
  /** System that issued the roster's ids. */
  source: string
  version: string
}

/**
 * Plans the outcome of each line of a roster as if it were imported now. Writes nothing.
 * @throws invalid 400 at `file` where no line can be imported
 */
export async function planRoster(scope: TenantScope, unpacked: UnpackedRoster): Promise<ReadyPlan> {
  const today = await getLocalDay(scope)
  const roster = await readRosterInThread(unpacked, today)
  const known = await readKnown(
    scope,
    roster.people.flatMap(({ email }) => email || []),
  )
  const knownRoster = await readKnownRoster(scope, roster.source)
  const nameKeys = await readNameKeys(
    scope,
    roster.people.map(({ firstName, lastName }) => [firstName, lastName] as const),
  )
  const plan = new RosterPlan()
  plan.remarks.push(...roster.remarks)
  for (const [key, { studentId, groupId }] of knownRoster.links) {
    const id = studentId ?? groupId
    if (id !== null) plan.knownIds.set(key, id)
  }
  const pause = newPauses()
  const people = new PeoplePlanner({ roster, known, knownRoster, nameKeys, plan })
  await pause()
  await people.run()
  const context = { roster, known, knownRoster, plan, today }
  const groups = new GroupsPlanner(context)
  await pause()
  await groups.run()
  await planEnds(context, groups)
  for (const { file, line, text } of roster.problems)
    plan.add({ kind: 'other', file, line, outcome: 'wrong', name: file, note: text })
  return { plan, source: roster.source, version: roster.version }
}
