import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants, type Statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { figureRow, type FigureRow } from '../../contract.ts'
import { zoneOf } from './time-zone.ts'

const measures = {
  count: 'count(*)::int',
  /** The mean of what was reached, in per cent of what could be; 0 without rows. */
  percent: 'coalesce(round(avg(100.0 * r.score / r.max_score)), 0)::int',
  points: 'coalesce(sum(r.points), 0)::int',
}

/**
 * A figure of a card. Its number and the rows that explain it are read with one condition, so that they cannot count
 * differently.
 */
export interface Measured {
  /** The table of the rows that are counted. */
  from: string
  /** Which rows `r` of it a viewer's figure counts. */
  where: (viewer: Viewer) => string
  measure: keyof typeof measures
  /**
   * The number as an expression of a statement, where it is kept beside the rows because counting them takes too long for
   * a start page. Kept in the transaction of each row, it is what they would give.
   */
  kept?: (viewer: Viewer) => string
}

/** A figure whose rows are shown by its card. */
export interface Figure extends Measured {
  /** Columns of a row, in SQL. */
  row: {
    joins?: string
    name: string
    about: string
    at?: string
    amount?: string
    most?: string
    sessionId?: string
    studentId?: string
  }
}

/** The number, as an expression of a statement. */
export const measureExpression = ({ from, where, measure, kept }: Measured, viewer: Viewer) =>
  kept ? `(${kept(viewer)})` : `(select ${measures[measure]} from ${from} r where ${where(viewer)})`

type FigureRows = (chosen: { viewer: Viewer }) => Statement<FigureRow & { total: number }>

/** The rows of a figure, the latest first. */
export function rowsOf({ from, where, row }: Figure): FigureRows {
  const { joins = '', name, about, at, amount = 'null::int', most = 'null::int' } = row
  const { sessionId = 'null::uuid', studentId = 'null::uuid' } = row
  return variants({ viewer: viewers }, ({ viewer }) =>
    statement(
      figureRow.extend({ total: z.number() }),
      `select r.id, ${name} as name, ${about} as about, ${at ?? 'null::timestamptz'} as at, ${amount} as amount,
          ${most} as most, ${sessionId} as "sessionId", ${studentId} as "studentId",
          (select count(*) from ${from} r where ${where(viewer)}) as total
        from ${from} r ${joins} where ${where(viewer)}
        order by ${at ? `${at} desc,` : ''} name, r.id limit $mostRows offset $offset`,
    ),
  )
}

/** Beginning of this or the next week or month of the organization's calendar. Takes the values of `calendarOf`. */
export const beginOf = (unit: 'week' | 'month', which: 'this' | 'next' = 'this') =>
  `((date_trunc('${unit}', $now::timestamptz at time zone $zone)${which === 'next' ? ` + interval '1 ${unit}'` : ''})
    at time zone $zone)`

/** Values that conditions with a calendar take. */
export const calendarOf = async (scope: TenantScope) => ({ now: scope.core.clock.now(), zone: await zoneOf(scope) })

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** One page of the rows of a figure, with their number. @param values what its condition takes besides `$caller` */
export async function listFigureRows(
  scope: TenantScope,
  rows: FigureRows,
  { limit = LIST_CAP, offset = 0 }: Page,
  values: Readonly<Record<string, unknown>> = {},
): Promise<PagedAnswer<FigureRow>> {
  const found = await scope.lastRows(rows({ viewer: viewerOf(scope) }), {
    ...values,
    ...callerOf(scope),
    mostRows: limit + 1,
    offset,
  })
  // Beyond the end of the list nothing tells how many there are.
  return countedPage(found, { limit, offset })
}
