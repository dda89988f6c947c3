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
  /** Mean score in percent of the maximum; 0 without rows. */
  percent: 'coalesce(round(avg(100.0 * r.score / r.max_score)), 0)::int',
  points: 'coalesce(sum(r.points), 0)::int',
}

/** A number on a card. The number and the rows that explain it share one condition, so that they always agree. */
export interface Measured {
  /** Table of the counted rows. */
  from: string
  /** Condition on rows `r` that a viewer's number counts. */
  where: (viewer: Viewer) => string
  measure: keyof typeof measures
  /**
   * SQL expression of a stored number, where counting rows takes too long for a start page. It is updated in the transaction of
   * each row, so that it equals the count.
   */
  kept?: (viewer: Viewer) => string
}

/** A number whose card shows its rows. */
export interface Figure extends Measured {
  /** SQL of a row's columns. */
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

/** Returns the number as an SQL expression. */
export const measureExpression = ({ from, where, measure, kept }: Measured, viewer: Viewer) =>
  kept ? `(${kept(viewer)})` : `(select ${measures[measure]} from ${from} r where ${where(viewer)})`

type FigureRows = (chosen: { viewer: Viewer }) => Statement<FigureRow & { total: number }>

/** Returns statements for the rows of a number, the latest first. */
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

/** SQL: beginning of this or the next week or month in the organization's calendar. Takes the parameters of `calendarOf`. */
export const beginOf = (unit: 'week' | 'month', which: 'this' | 'next' = 'this') =>
  `((date_trunc('${unit}', $now::timestamptz at time zone $zone)${which === 'next' ? ` + interval '1 ${unit}'` : ''})
    at time zone $zone)`

/** Parameters of conditions with a calendar. */
export const calendarOf = async (scope: TenantScope) => ({ now: scope.core.clock.now(), zone: await zoneOf(scope) })

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists one page of a number's rows, with the total. @param values parameters of its condition besides `$caller` */
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
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}
