import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, line } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { period } from '../../base/points/contract.ts'

/** Kinds of boards for families and displays: everyone, ranks 1 to 10, neighboring ranks, only the viewer, or teams. */
export const boardKinds = ['everyone', 'first-ten', 'neighbours', 'personal-best', 'teams'] as const
export const boardKind = z.enum(boardKinds, 'Please select what families see')
export type BoardKind = z.infer<typeof boardKind>

export const teamKinds = ['grade', 'session', 'group'] as const
export type TeamKind = (typeof teamKinds)[number]

/** Rows above and below the viewer's own where the organization shows neighbors. */
export const NEIGHBOR_ROWS = 3
/** Number of ranks on a board with the first ten. */
export const FIRST_RANKS = 10
/** Number of entries of a display: a podium and the ranks 4 to 15 (spec part 2, section 9). */
export const DISPLAY_ENTRIES = { min: 3, max: 15 }

/** An entry (spec part 2, section 3), with the points, sessions, challenges and scores of the period. */
export const leaderboardEntry = z.object({
  /** Id of the student; null where the caller may not know it. */
  id: id.nullable(),
  /** Rank, shared by equal points: 1, 1, 3. null where the organization shows no ranks. */
  rank: z.number().int().nullable(),
  firstName: z.string(),
  /** Last name; for families only its first letter, `K.`, unless it is their own child. */
  lastName: z.string(),
  avatar: z.string().nullable(),
  grade: z.string().nullable(),
  totalPoints: z.number().int(),
  /** Number of sessions that the student attended, on time or late. */
  sessionsCompleted: z.number().int(),
  /** Number of challenges with a score. */
  challengesCompleted: z.number().int(),
  /** Percent of all scored work, rounded; 0 without scores. */
  averageScore: z.number().int(),
  /** True if the student attended or scored in the last 7 days. */
  recentActivity: z.boolean(),
  /** True for the caller, or a child of theirs. */
  isOwn: z.boolean(),
})
export type LeaderboardEntry = z.infer<typeof leaderboardEntry>

export const leaderboardFigures = z.object({
  totalStudents: z.number().int(),
  topScore: z.number().int(),
  averageScore: z.number().int(),
  activeThisWeek: z.number().int(),
})
export type LeaderboardFigures = z.infer<typeof leaderboardFigures>

/** Filter of rows behind a number: those with the most points, or with recent activity. */
export const figureRows = ['top', 'active'] as const
export type FigureRows = (typeof figureRows)[number]

export const leaderboardView = z.object({
  /** True if the caller may see a leaderboard. */
  isShown: z.boolean(),
  /** Kind of the caller's board; staff see everyone. */
  kind: boardKind,
  teamBy: z.enum(teamKinds),
  /** Board that families see; for staff only. */
  families: z.object({ parents: z.boolean(), students: z.boolean(), kind: boardKind }).nullable(),
})
export type LeaderboardView = z.infer<typeof leaderboardView>

export const team = z.object({
  rank: z.number().int(),
  /** Name of the team: a grade, a session, or a group. */
  name: z.string(),
  members: z.number().int(),
  totalPoints: z.number().int(),
  /** Points per member, with one decimal: the measure that ranks teams, independent of their size. */
  pointsPerMember: z.number(),
  isOwn: z.boolean(),
})
export type Team = z.infer<typeof team>

const ownPeriod = z.object({
  points: z.number().int(),
  /** Most points in an earlier period of that length; 0 without one. */
  best: z.number().int(),
})

/** Points beside the student's personal best. */
export const personalBest = z.object({
  id,
  firstName: z.string(),
  total: z.number().int(),
  week: ownPeriod,
  month: ownPeriod,
})
export type PersonalBest = z.infer<typeof personalBest>

const filters = { period: period.default('all-time'), grade: line(20).optional() }

/** Access of roles that may see a board; the organization decides whether they do. */
const viewerAccess = { ...staff, who: [...staff.who, 'parent', 'student'] } as const

const boardQuery = searchQuery.extend(filters)

export const leaderboardContract = {
  leaderboard: endpoint({
    method: 'GET',
    path: '/api/leaderboard',
    summary: 'Students with points by rank, for families as the organization shows it to them',
    access: viewerAccess,
    query: boardQuery.extend({ show: z.enum(figureRows).optional() }),
    response: z.array(leaderboardEntry),
  }),
  leaderboardFigures: endpoint({
    method: 'GET',
    path: '/api/leaderboard/figures',
    summary: 'Figures of the entries that the same filters list',
    access: viewerAccess,
    query: z.object({ search: boardQuery.shape.search, ...filters }),
    response: leaderboardFigures,
  }),
  leaderboardView: endpoint({
    method: 'GET',
    path: '/api/leaderboard/view',
    summary: 'Whether the caller is shown a leaderboard, and of which kind',
    access: viewerAccess,
    response: leaderboardView,
  }),
  leaderboardTeams: endpoint({
    method: 'GET',
    path: '/api/leaderboard/teams',
    summary: 'Grades or sessions by the points of each member, where the organization shows teams; staff always',
    access: viewerAccess,
    query: pagingQuery.extend({ period: filters.period }),
    response: z.array(team),
  }),
  personalBests: endpoint({
    method: 'GET',
    path: '/api/leaderboard/personal-best',
    summary: 'What the caller or each child of theirs has earned, beside the best week and month before',
    access: { ...viewerAccess, who: ['parent', 'student'] },
    query: pagingQuery,
    response: z.array(personalBest),
  }),
} as const
