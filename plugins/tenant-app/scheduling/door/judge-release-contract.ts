import { judgePickup, type PickupLists } from '../../care/collectors/judge-pickup-contract.ts'
import { MIN_BARRED_REASON_LENGTH, type AdultKind, type NewDoorEvent } from './contract.ts'

/** Facts by which a release is judged. */
export interface ReleaseFacts {
  /** First name of the child. */
  student: string
  people: PickupLists
  /** Time from which the child may leave alone; null without consent. */
  aloneFrom: string | null
  /** Leads the meeting, or is an admin. */
  leads: boolean
  isAdmin: boolean
  releasesAfterCall: boolean
}

/** Judgement of a release: why it is refused, or with whom the child leaves. */
export type Judged =
  | { refusal: string; isBarred: boolean }
  | { refusal: null; byKind: AdultKind; byName: string; override: 'unlisted' | 'barred' | null }

const refuse = (refusal: string, isBarred = false): Judged => ({ refusal, isBarred })

/** Judges whether a child leaves with a person. Pure: devices without a connection judge by it as the server does. */
export function judgeRelease(
  { by, release, at }: Pick<NewDoorEvent, 'by' | 'release' | 'at'>,
  facts: ReleaseFacts,
): Judged {
  const { student, people, aloneFrom } = facts
  if (by === null) return refuse(`Select who picks up ${student}.`)
  if (by.kind === 'alone') {
    if (aloneFrom === null) return refuse(`No guardian has agreed that ${student} leaves alone.`)
    if (Date.parse(at) < Date.parse(aloneFrom)) return refuse(`${student} may not leave alone yet.`)
    return { refusal: null, byKind: 'alone', byName: '', override: null }
  }
  const listed = people.allowed.find(({ id, kind }) => id === by.personId && kind === by.kind)
  if (listed) return { refusal: null, byKind: listed.kind, byName: listed.name, override: null }
  if (by.kind !== 'other') {
    const barred = people.barred.find(({ id }) => id === by.personId)
    const who = barred ? `${barred.name} may not` : 'This person may no longer'
    return refuse(`${who} pick up ${student}. Do not release ${student}.`, barred !== undefined)
  }
  if (by.name === '') return refuse('Write the name of the adult.')
  const { verdict, allowed, barred } = judgePickup(by.name, people)
  if (allowed) return { refusal: null, byKind: allowed.kind, byName: allowed.name, override: null }
  const reason = release?.reason ?? ''
  if (verdict === 'barred') {
    if (facts.isAdmin && reason.length >= MIN_BARRED_REASON_LENGTH) {
      return { refusal: null, byKind: 'other', byName: by.name, override: 'barred' }
    }
    const order = barred?.hasProtectionOrder ? ' Protection order: call 911.' : ''
    return refuse(`${barred?.name} may not pick up ${student}. Do not release ${student}.${order}`, true)
  }
  const agreed = judgePickup(release?.calledName ?? '', people)
  if (agreed.verdict === 'barred') {
    return refuse(`${agreed.barred?.name} may not decide who picks up ${student}. Call another guardian.`, true)
  }
  const trouble = describeUnlistedTrouble(by.name, { ...facts, release })
  return trouble ? refuse(trouble) : { refusal: null, byKind: 'other', byName: by.name, override: 'unlisted' }
}

/** Describes what is missing before a child is released to an adult who is not on the list. */
function describeUnlistedTrouble(
  name: string,
  { student, leads, isAdmin, releasesAfterCall, release }: ReleaseFacts & Pick<NewDoorEvent, 'release'>,
): string | undefined {
  const unlisted = `${name} is not on the list of ${student}.`
  if (!isAdmin && !(leads && releasesAfterCall)) return `${unlisted} Ask an admin.`
  if (!release?.isIdSeen) return `${unlisted} Check an ID.`
  if (release.reason === '') return `${unlisted} Write why ${student} is released.`
  if (!isAdmin && release.calledName === '') return `${unlisted} Call a guardian first.`
  return undefined
}
