import { roleNames } from '#core/contract/roles.ts'
import type { Role } from '#core/contract/roles.ts'
import { formatMoney } from '#core/web/ui/display/money.ts'
import { timeText } from '#core/web/ui/display/timeText.ts'
import type { AuditLog } from '../contract.ts'
import { choiceInWords, fieldLabel } from './fieldLabels.ts'

/** Fields hidden from display (spec part 2, section 2.2); the server has replaced such values already. */
const hidden = /password|token|secret/i

/** A field in words; `before` is left out where nothing is known of it, and `after` where only the former value is. */
export interface ChangeInWords {
  label: string
  before?: string
  after?: string
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Leaves out hidden keys, at any depth. */
function visible(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visible)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !hidden.test(key))
      .map(([key, inner]) => [key, visible(inner)]),
  )
}

interface MetadataInWords {
  changes: ChangeInWords[]
  /** Everything else. */
  facts: { label: string; value: string }[]
}

/** Changed fields side by side, and what else is known, in words. @param zone of times */
export function metadataInWords(
  { metadata, resource }: Pick<AuditLog, 'metadata' | 'resource'>,
  zone: string,
): MetadataInWords {
  const { before, after, ...rest } = visible(metadata) as Fields
  const sides = { before: isFields(before) ? before : {}, after: isFields(after) ? after : {} }
  const valueOf = (field: string, value: unknown, fields: Fields) =>
    inWords(value, { field, zone, currency: fields['currency'] ?? rest['currency'] })
  const fields = new Set([...Object.keys(sides.before), ...Object.keys(sides.after)])
  return {
    changes: [...fields].map((field) => ({
      label: fieldLabel(field, resource),
      ...(field in sides.before && { before: valueOf(field, sides.before[field], sides.before) }),
      ...(field in sides.after && { after: valueOf(field, sides.after[field], sides.after) }),
    })),
    facts: Object.entries(rest).map(([field, value]) => ({
      label: fieldLabel(field),
      value: valueOf(field, value, rest),
    })),
  }
}

interface Context {
  field: string
  zone: string
  /** That of amounts beside it, where one is known. */
  currency: unknown
}

const NO_VALUE = '—'
const isAmount = /^(price|amount|total|balance)$/i
const isChoice =
  /^(status|role|kind|method|provider|trigger|billingInterval|category|severity|visibility|format|level)$/
const units = { minutes: /Minutes$|^(estimatedD|d)uration$/, days: /Days$/, months: /Months$/, MB: /MB$/ }

function inWords(value: unknown, context: Context): string {
  if (value === undefined || value === null || value === '') return NO_VALUE
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberInWords(value, context)
  if (typeof value === 'string') return textInWords(value, context)
  if (Array.isArray(value)) return value.map((one) => inWords(one, context)).join(', ') || NO_VALUE
  const inner = Object.entries(value)
  return (
    inner.map(([field, one]) => `${fieldLabel(field)}: ${inWords(one, { ...context, field })}`).join('; ') || NO_VALUE
  )
}

function numberInWords(value: number, { field, currency }: Context): string {
  if (isAmount.test(field) && typeof currency === 'string') return formatMoney(value, currency)
  const number = value.toLocaleString()
  const unit = Object.entries(units).find(([, fields]) => fields.test(field))?.[0]
  return unit && !fieldLabel(field).includes(unit) ? `${number} ${unit}` : number
}

function textInWords(text: string, { field, zone }: Context): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return timeText(new Date(text), 'UTC', 'date')
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return timeText(new Date(text), zone)
  // Names of fields, of which only this is recorded.
  if (field === 'changed' || field === 'fields') return fieldLabel(text)
  if (field === 'role') return roleNames[text as Role] ?? choiceInWords(text)
  return isChoice.test(field) ? choiceInWords(text) : text
}
