import { expect } from 'vitest'
import { z } from 'zod'
import { MAX_BODY_BYTES } from '#core/server/http/request-limits.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  maxLength?: number
  maxItems?: number
  format?: string
  pattern?: string
  /** Maximum bytes of a value that is looked at as a whole. */
  'x-max-bytes'?: number
}

/** Bytes of most scripts' letters in UTF-8, written as they are. */
const BYTES_PER_CHARACTER = 3
const formats: Record<string, number> = { uuid: 36, email: 254, 'date-time': 35 }
/** Characters of what has a pattern, such as the code of a currency or a color. */
const CODE_LENGTH = 100

/** Pattern of passkey answers, of letters that have a byte each. */
const BASE64URL = '^[\\w-]+$'

/** The most bytes that JSON of this schema has; Infinity where the contract bounds it by nothing. */
function largest(schema: Schema): number {
  if (schema['x-max-bytes']) return schema['x-max-bytes']
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length))
  if (schema.const !== undefined) return JSON.stringify(schema.const).length
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return Math.max(...alternatives.map(largest))
  if (Array.isArray(schema.type)) return Math.max(...schema.type.map((type) => largest({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return Object.entries(schema.properties ?? {}).reduce(
        (sum, [name, field]) => sum + name.length + 4 + largest(field),
        2,
      )
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.reduce((sum, item) => sum + 1 + largest(item), 2)
      return 2 + (schema.maxItems ?? Infinity) * (1 + largest(schema.items ?? {}))
    case 'string': {
      const characters = schema.maxLength ?? formats[schema.format ?? ''] ?? (schema.pattern ? CODE_LENGTH : Infinity)
      return 2 + characters * (schema.pattern === BASE64URL ? 1 : BYTES_PER_CHARACTER)
    }
    case 'number':
    case 'integer':
      return 25
    case 'boolean':
    case 'null':
      return 5
    default:
      return Infinity
  }
}

test('the largest body that a contract allows, in any script, is within the limit of its endpoint', async ({
  platform,
}) => {
  const tooLarge: string[] = []
  for (const { contract } of platform.platform.contracts) {
    for (const { method, path, body, bodyLimit = MAX_BODY_BYTES } of Object.values(contract)) {
      if (!body) continue
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
      if (largest(schema) > bodyLimit) tooLarge.push(`${method} ${path}: ${largest(schema)} above ${bodyLimit}`)
    }
  }
  expect(tooLarge).toEqual([])
})
