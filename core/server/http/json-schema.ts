import { z } from 'zod'

type Schema = Record<string, unknown>

/** A shape as JSON Schema, in the words of OpenAPI 3.0. */
export function jsonSchemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nullAmongOthers(jsonSchema as Schema),
  })
  return schema
}

/** A union that may be null says so as one of its shapes: neither OpenAPI nor what serializes takes it without a type. */
function nullAmongOthers(schema: Schema): void {
  for (const key of ['oneOf', 'anyOf']) {
    if (!schema['nullable'] || schema['type'] !== undefined || !Array.isArray(schema[key])) continue
    schema[key] = [...schema[key], { enum: [null] }]
    delete schema['nullable']
  }
}
