import { z } from 'zod'

export interface JsonBounds {
  /** Bytes of it as JSON in UTF-8. */
  maxBytes: number
  /** Objects and arrays within each other. */
  maxDepth: number
}

/**
 * JSON that nests without an end in its schema, such as a text with lists in lists. How deep and how large it is gets
 * looked at before the schema goes into it.
 */
export function boundedJson<Shape extends z.ZodType>(shape: Shape, { maxBytes, maxDepth }: JsonBounds) {
  return (
    z
      .unknown()
      // An extension of OpenAPI: its own words know no bytes.
      .meta({ 'x-max-bytes': maxBytes })
      .transform((value, context): z.output<Shape> => {
        const refused = isDeeper(value, maxDepth)
          ? 'Nested too deeply'
          : bytesOf(value) > maxBytes
            ? `At most ${Math.floor(maxBytes / 1024)} kB`
            : undefined
        if (refused) {
          context.addIssue(refused)
          return z.NEVER
        }
        const parsed = shape.safeParse(value)
        if (parsed.success) return parsed.data
        for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path })
        return z.NEVER
      })
  )
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length
