import { newPauses } from '#core/server/pauses.ts'
import { countText } from '#core/server/texts.ts'
import type { GroupsContext, GroupsPlanner } from './plan-groups.ts'
import type { KnownMember, RosterLink } from './known-roster.ts'

const ENROLLMENTS = 'enrollments.csv'

/**
 * Plans the memberships that a file ends: those of enrollments, students and classes marked as deleted, and those that a bulk
 * file of the same school no longer names. The students stay.
 */
export async function planEnds(context: GroupsContext, groups: GroupsPlanner): Promise<void> {
  const { knownRoster, plan, today } = context
  const members = new Map(knownRoster.members.map((member) => [member.id, member]))
  const findReason = newReasons(context)
  const pause = newPauses()
  let endCount = 0
  for (const link of knownRoster.links.values()) {
    await pause()
    const member = members.get(link.memberId ?? '')
    if (!member || groups.claimed.has(member.id) || (member.until !== null && member.until <= today)) continue
    const reason = findReason(link, member)
    if (reason === null) continue
    const base = {
      kind: 'membership',
      file: ENROLLMENTS,
      line: null,
      name: groups.nameStudent(member.studentId),
      details: [knownRoster.groups.get(member.groupId)?.name ?? ''],
      studentId: member.studentId,
    } as const
    const until = member.from < today ? today : nextDay(member.from)
    if ((link.given['until'] ?? null) !== member.until) {
      // A user changed the end since the file set it.
      if (link.given['endedOn'] !== member.until)
        plan.add({
          ...base,
          outcome: 'same',
          note: `${reason}. Its end stays ${member.until ?? 'open'}, as edited here`,
        })
      continue
    }
    if (until === member.until) continue
    endCount++
    const row = plan.add({ ...base, outcome: 'changed', note: `Ends on ${until}: ${reason}` })
    plan.members.push({
      number: row.number,
      sourcedId: link.sourceId,
      classId: '',
      personId: '',
      member,
      link,
      from: member.from,
      until,
      given: { ...link.given, endedOn: until },
    })
  }
  if (endCount > 0) plan.remarks.push(`${countText(endCount, 'membership ends', 'memberships end')}; the students stay`)
}

/** Finds the reason why a membership ends; null where it continues. */
function newReasons({ roster, knownRoster }: GroupsContext) {
  const [users, classes, enrollments] = [
    roster.modes['users.csv'],
    roster.modes['classes.csv'],
    roster.modes[ENROLLMENTS],
  ]
  const schools = new Set(roster.classes.map(({ schoolId }) => schoolId))
  const ended = new Set(roster.enrollments.flatMap((one) => (one.isActive ? [] : one.sourcedId)))
  const gone = {
    student: new Set(roster.people.flatMap((one) => (one.isActive ? [] : one.sourcedId))),
    class: new Set(roster.classes.flatMap((one) => (one.isActive ? [] : one.sourcedId))),
  }
  const byTarget = new Map<string, RosterLink>()
  for (const link of knownRoster.links.values()) byTarget.set(link.studentId ?? link.groupId ?? link.id, link)
  return ({ sourceId }: RosterLink, member: KnownMember): string | null => {
    const student = byTarget.get(member.studentId)
    const group = byTarget.get(member.groupId)
    if (ended.has(sourceId)) return 'the enrollment is marked to be deleted'
    if (student && gone.student.has(student.sourceId)) return 'the student is marked to be deleted'
    if (group && gone.class.has(group.sourceId)) return 'the class is marked to be deleted'
    // A file of one school covers no classes of another one.
    const isOfFile =
      group !== undefined &&
      (roster.named['classes.csv'].has(group.sourceId) ||
        schools.has(group.given['schoolId'] ?? '') ||
        classes === 'absent')
    if (!isOfFile) return null
    if (enrollments === 'bulk' && !roster.named[ENROLLMENTS].has(sourceId)) return 'the file does not name it any more'
    if (classes === 'bulk' && !roster.named['classes.csv'].has(group.sourceId))
      return 'the file has not this class any more'
    if (users === 'bulk' && student && !roster.named['users.csv'].has(student.sourceId))
      return 'the file has not this student any more'
    return null
  }
}

const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
