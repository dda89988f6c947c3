import { z } from 'zod'

type Schema = Record<string, unknown>

/** Converts a shape to JSON Schema for OpenAPI 3.0. */
export function jsonSchemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nullAmongOthers(jsonSchema as Schema),
  })
  return schema
}

/** A nullable union gets null as one of its shapes: neither OpenAPI nor the serializer accepts it without a type. */
function nullAmongOthers(schema: Schema): void {
  for (const key of ['oneOf', 'anyOf']) {
    if (!schema['nullable'] || schema['type'] !== undefined || !Array.isArray(schema[key])) continue
    schema[key] = [...schema[key], { enum: [null] }]
    delete schema['nullable']
  }
}
