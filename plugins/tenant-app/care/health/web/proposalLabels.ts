import type { Condition, HealthField, HealthRecord, Proposal } from '../contract.ts'
import { conditionDetails, fieldNames, kindNames, riskLabels } from './healthLabels.ts'

/** Lists the changes of a proposal, a line each: the field with its new and its present value. */
export function differencesOf(record: HealthRecord, { part, conditionId, change }: Proposal): [string, string][] {
  if (part !== 'conditions') {
    return Object.entries(change).map(([field, value]) => [
      fieldNames[field as HealthField],
      changeText(record[field as HealthField], String(value)),
    ])
  }
  const present = record.conditions.find(({ id }) => id === conditionId)
  const name: [string, string] = ['What it is', changeText(present?.name ?? '', change.name ?? '')]
  if (change.hasEnded) return [name, ['Change', 'No longer there']]
  const words = wordsOf(change)
  const before = present ? wordsOf(present) : {}
  const others = Object.entries(words).flatMap(([label, value]): [string, string][] =>
    (before[label] ?? '') === value ? [] : [[label, changeText(before[label] ?? '', value)]],
  )
  return [name, ...others]
}

function wordsOf({ kind, risk, ...details }: Partial<Condition>): Record<string, string> {
  return {
    ...(kind && { Kind: kindNames[kind] }),
    ...(risk && { Risk: riskLabels[risk].label }),
    ...Object.fromEntries(
      Object.entries(conditionDetails).map(([field, label]) => [
        label,
        details[field as keyof typeof conditionDetails] ?? '',
      ]),
    ),
  }
}

function changeText(before: string, after: string): string {
  if (before === after) return after || '—'
  return before ? `${after || 'nothing'}, before ${before}` : after
}
