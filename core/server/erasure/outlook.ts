import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import type { Person } from './names.ts'

/** Data that is deleted and data that is retained of records of one and the same person, as texts for users. */
export interface Outlook {
  goes: { called: string; count: number }[]
  stays: { called: string; count: number; why: string }[]
}

/** Counts the data that erasing these records of one person would delete and retain. Changes nothing. */
export async function outlookOf(scope: TenantScope, people: readonly Person[]): Promise<Outlook> {
  const { tables, counting } = scope.core.personalData
  const found = await asPlatform(scope, async (platform) => {
    const answers = []
    for (const { kind, id } of people) {
      answers.push(...(await platform.rows(counting[kind], { organization: scope.tenantId, person: id })))
    }
    return answers
  })
  const sums = new Map<string, { called: string; why: string; fate: 'deleted' | 'kept'; count: number }>()
  for (const { table, fate, count } of found) {
    const { called = table, staysSince: why = '' } = tables[table] ?? {}
    const key = `${fate} ${called}`
    sums.set(key, { called, why, fate, count: count + (sums.get(key)?.count ?? 0) })
  }
  const of = (wanted: 'deleted' | 'kept') => [...sums.values()].filter(({ fate }) => fate === wanted)
  return {
    goes: of('deleted').map(({ called, count }) => ({ called, count })),
    stays: of('kept').map(({ called, count, why }) => ({ called, count, why })),
  }
}
