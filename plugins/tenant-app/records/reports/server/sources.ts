import type { Statement } from '#core/server/database/statement.ts'
import type { GroupRow, ReportKind } from '../contract.ts'
import { attendance } from './attendance.ts'
import { participation } from './participation.ts'
import { progress } from './progress.ts'
import type { Chosen } from './report.ts'
import { scores } from './scores.ts'

/** A row of any report, its measures by name. */
export type AnyRow = GroupRow & Record<string, unknown> & { total: number; keys: string[] }

interface AnyReport {
  figures: (chosen: Chosen) => Statement<Record<string, unknown>>
  rows: Record<string, (chosen: Chosen) => Statement<AnyRow>>
}

/** Reports with a common type, for code that handles all of them alike. */
export const sources: Record<ReportKind, AnyReport> = { attendance, progress, scores, participation }
