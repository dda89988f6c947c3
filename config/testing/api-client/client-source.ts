interface Schema {
  type?: string
  nullable?: boolean
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface Operation {
  summary: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-scope'?: string
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

const JSON_TYPE = 'application/json'

/** Returns the TypeScript type of a schema; `unknown` for what has none. */
function typeOf(schema: Schema): string {
  const type = typeWithoutNull(schema)
  return schema.nullable && type !== 'unknown' ? `${type} | null` : type
}

function typeWithoutNull({ type, enum: values, anyOf, oneOf, allOf, ...rest }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map((choice) => `(${typeOf(choice)})`))].join(' | ')
  if (allOf) return allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  switch (type) {
    case 'array':
      return `(${rest.items ? typeOf(rest.items) : 'unknown'})[]`
    case 'integer':
      return 'number'
    case 'boolean':
    case 'number':
    case 'string':
      return type
    case 'object':
      return objectType(rest)
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Record<string, ${values}>`
  }
  return fieldsOf(Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)]))
}

const fieldsOf = (fields: readonly (readonly [name: string, schema: Schema, isRequired: boolean])[]): string =>
  `{ ${fields.map(([name, schema, isRequired]) => `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`

/** Describes one call: its input, and its answer. */
function callType({ parameters, requestBody, responses }: Operation): string {
  const fields = ['path', 'query'].flatMap((place) => {
    const named = parameters.filter((parameter) => parameter.in === place)
    if (named.length === 0) return []
    const isOptional = named.every(({ required }) => !required)
    return [
      `${place}${isOptional ? '?' : ''}: ${fieldsOf(named.map(({ name, schema, required }) => [name, schema, required]))}`,
    ]
  })
  const body = requestBody?.content[JSON_TYPE]
  if (body) fields.push(`body: ${typeOf(body.schema)}`)
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const answer = success?.content?.[JSON_TYPE]
  return `{ input: { ${fields.join('; ')} }; answer: ${answer ? typeOf(answer.schema) : 'Response'} }`
}

/** The client itself, below the types that are generated for it. */
const runtime = `
interface Given { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Input<Name extends keyof Calls> = {} extends Calls[Name]['input'] ? [input?: Calls[Name]['input']] : [input: Calls[Name]['input']]

/** Refusal of a call: \`code\` is for programs, the message for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  constructor(status: number, { code = 'unknown', message = '', fields = {} }: { code?: string; message?: string; fields?: Record<string, string> }) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Makes calls with an API token. @param address of the organization or the platform, without a path */
export function createClient(address: string, token: string, send: typeof fetch = fetch) {
  return async <Name extends keyof Calls>(name: Name, ...[input]: Input<Name>): Promise<Calls[Name]['answer']> => {
    const [method = 'GET', pattern = ''] = name.split(' ')
    const { path = {}, query = {}, body }: Given = input ?? {}
    const url = new URL(pattern.replace(/\\{(\\w+)\\}/g, (_, key: string) => encodeURIComponent(String(path[key]))), address)
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value))
    const response = await send(url, {
      method,
      headers: { authorization: \`Bearer \${token}\`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!response.ok) throw new ApiError(response.status, isJson ? ((await response.json()) as object) : {})
    return (isJson ? await response.json() : response) as Calls[Name]['answer']
  }
}
`

/** Writes a client in TypeScript, without dependencies, for the calls of an API document that take API tokens. */
export function clientSource(document: object): string {
  const calls = Object.entries((document as ApiDocument).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-scope'] !== undefined)
      .map(
        ([method, operation]) =>
          `  /** ${operation.summary.replaceAll('*/', '')}. Scope: ${operation['x-scope'] ?? ''} */\n` +
          `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${callType(operation)}`,
      ),
  )
  return `// Generated from the API document.\nexport interface Calls {\n${calls.join('\n')}\n}\n${runtime}`
}
