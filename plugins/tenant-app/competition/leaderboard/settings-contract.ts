import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff, staffAndParents } from '../../contract.ts'
import { period } from '../../base/points/contract.ts'
import { boardKind, DISPLAY_ENTRIES, leaderboardEntry, team, teamKinds } from './contract.ts'

/** Names of children on displays: `Ada K.`, or in full where every child on it has the consent. */
const displayNames = ['initial', 'full'] as const

const { min, max } = DISPLAY_ENTRIES

const settingsFields = {
  kind: boardKind,
  teamBy: z.enum(teamKinds, 'Please select what makes a team'),
  showsParents: z.boolean(),
  showsStudents: z.boolean(),
  displayNames: z.enum(displayNames),
  /** Number of entries on a display. */
  displayEntries: z
    .number('Not a number')
    .int('Not a whole number')
    .min(min, `At least ${min}`)
    .max(max, `At most ${max}`),
}

export const leaderboardSettings = z.object({
  ...settingsFields,
  /** null while the settings are the defaults. */
  updatedAt: instant.nullable(),
})
export type LeaderboardSettings = z.infer<typeof leaderboardSettings>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const leaderboardSettingsChange = z.object({ ...settingsFields, updatedAt: instant.nullable() }).partial()
export type LeaderboardSettingsChange = z.output<typeof leaderboardSettingsChange>

export const display = z.object({
  id,
  name: z.string(),
  period,
  /** Grade of the children on it; null for all. */
  grade: z.string().nullable(),
  addedBy: z.string().nullable(),
  addedAt: instant,
  /** Time of the last use, to five minutes; null for never. */
  lastUsedAt: instant.nullable(),
})
export type Display = z.infer<typeof display>

export const newDisplay = z.object({
  name: requiredText(100, 'Name is required'),
  period: period.default('all-time'),
  grade: line(20)
    .nullable()
    .default(null)
    .transform((value) => value || null),
})

/** A new display. Its URL opens it without signing in, and is returned this once. */
export const addedDisplay = display.extend({ url: z.url() })
export type AddedDisplay = z.infer<typeof addedDisplay>

/** Maximum number of displays in one organization. */
export const MAX_DISPLAYS = 100

/** Public entry, readable from the other side of a room: no ids, no pictures, no grades. */
const shownEntry = leaderboardEntry
  .pick({ firstName: true, lastName: true, totalPoints: true, sessionsCompleted: true, challengesCompleted: true })
  .extend({ rank: z.number().int() })

export const shownBoard = z.object({
  organization: z.string(),
  period,
  grade: z.string().nullable(),
  /** Kind of board; `none`: the organization shows no ranking. */
  kind: z.enum(['students', 'teams', 'none']),
  entries: z.array(shownEntry),
  teams: z.array(team.omit({ isOwn: true })),
})
export type ShownBoard = z.infer<typeof shownBoard>

/** Standing of a child: on the leaderboard, or hidden. */
export const childStanding = z.object({
  isOff: z.boolean(),
  takenOffAt: instant.nullable(),
  /** True if the caller may change it: the user who hid the child, or an admin, shows it again. */
  mayChange: z.boolean(),
  /** True if families see a leaderboard. */
  isShown: z.boolean(),
})
export type ChildStanding = z.infer<typeof childStanding>

/** Maximum number of requests a minute from one IP address: a school may have a hundred displays that poll twice a minute. */
const DISPLAY_REQUESTS_PER_MINUTE = 300

const params = z.object({ id })

export const leaderboardSettingsContract = {
  leaderboardSettings: endpoint({
    method: 'GET',
    path: '/api/leaderboard/settings',
    summary: 'What families and displays are shown of the leaderboard',
    access: admins,
    response: leaderboardSettings,
  }),
  updateLeaderboardSettings: endpoint({
    method: 'PUT',
    path: '/api/leaderboard/settings',
    summary: 'Choose what families and displays are shown of the leaderboard',
    audit: 'leaderboard.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    body: leaderboardSettingsChange,
    response: leaderboardSettings,
  }),
  shownBoard: endpoint({
    method: 'GET',
    path: '/api/leaderboard/shown',
    summary: 'What a display of this period and grade shows; 304 if the caller has it already',
    access: { ...staff, scope: 'none' },
    query: z.object({ period: period.default('all-time'), grade: line(20).optional() }),
    response: shownBoard,
  }),
  listDisplays: endpoint({
    method: 'GET',
    path: '/api/leaderboard/displays',
    summary: 'Screens that show the leaderboard without an account, the newest first',
    access: admins,
    query: pagingQuery,
    response: z.array(display),
  }),
  addDisplay: endpoint({
    method: 'POST',
    path: '/api/leaderboard/displays',
    status: 201,
    summary: `Make an address that shows the leaderboard without signing in, ${MAX_DISPLAYS} at most; 409 with more`,
    audit: 'leaderboard.display-added',
    access: { ...admins, sessionOnly: true },
    body: newDisplay,
    response: addedDisplay,
  }),
  revokeDisplay: endpoint({
    method: 'DELETE',
    path: '/api/leaderboard/displays/{id}',
    summary: 'Make the address of a display open nothing any more',
    audit: 'leaderboard.display-revoked',
    // A read-only organization can still end what shows children in public.
    access: { ...admins, whileReadOnly: true },
    params,
    response: 'none',
  }),
  readDisplay: endpoint({
    method: 'GET',
    path: '/api/display',
    summary:
      'The leaderboard of a display, by its token; 304 if the caller has it already, 404 whatever is wrong with it',
    rateLimit: DISPLAY_REQUESTS_PER_MINUTE,
    access: { who: 'anyone', hosts: 'tenant', scope: 'none' },
    // Logs omit the query of URLs.
    query: z.object({ token: requiredText(200) }),
    errors: [404],
    response: shownBoard,
  }),
  childStanding: endpoint({
    method: 'GET',
    path: '/api/children/{id}/leaderboard',
    summary: 'Whether a child is on the leaderboard',
    access: staffAndParents,
    params,
    response: childStanding,
  }),
  changeChildStanding: endpoint({
    method: 'PUT',
    path: '/api/children/{id}/leaderboard',
    summary: 'Take a child off the leaderboard, or put it back',
    audit: ['leaderboard.child-taken-off', 'leaderboard.child-put-back'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, who: [...admins.who, 'parent'], whileReadOnly: true },
    params,
    body: z.object({ isOff: z.boolean() }),
    response: childStanding,
  }),
} as const
