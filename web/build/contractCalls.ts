import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Plugin } from 'vite'
import type { Contract, EndpointSpec } from '../../core/contract/endpoint.ts'

/** Parts of an endpoint that a client needs: `callEndpoint` and `createClient` read no more than this. */
function callOf({ method, path, access, upload, response }: EndpointSpec) {
  return {
    method,
    path,
    access: { who: access.who === 'anyone' || access.who === 'device' ? 'anyone' : 'signed-in' },
    ...(upload && { upload: { field: upload.field } }),
    ...(typeof response === 'string' && { response }),
  }
}

type Exports = Record<string, unknown>

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null

const isContract = (value: unknown): value is Contract =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((one) => isObject(one) && 'method' in one && 'path' in one)

/** Words, numbers, lists and tables of them: what is the same when it has been written down. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (!isObject(value)) return ['string', 'number', 'boolean'].includes(typeof value)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

export const contractFile = /(\/core\/contract\/[^/?]*|contract)\.ts$/
const twin = '?calls'

/**
 * Light form of an export, which the browser gets without its shapes, as an expression; undefined where something would
 * be missing.
 */
function lightOf(value: unknown): string | undefined {
  if (isContract(value)) {
    return JSON.stringify(Object.fromEntries(Object.entries(value).map(([call, spec]) => [call, callOf(spec)])))
  }
  if (value instanceof z.ZodEnum) return JSON.stringify({ options: value.options })
  if (value instanceof Set && isPlain([...value])) return `new Set(${JSON.stringify([...value])})`
  return isPlain(value) ? JSON.stringify(value) : undefined
}

/** True if the light form is enough for what this module does with it. */
function isEnough(value: unknown, name: string, code: string): boolean {
  if (isContract(value)) return isUsedOnlyAs(name, code, [`createClient(${name}`, `typeof ${name}`])
  if (value instanceof z.ZodEnum)
    return isUsedOnlyAs(name, code, [`${name}.options`, `oneOf(${name})`, `typeof ${name}`])
  return lightOf(value) !== undefined
}

/** Beside its import. */
function isUsedOnlyAs(name: string, code: string, ways: string[]): boolean {
  const uses = code.match(new RegExp(String.raw`\b${name}\b(?!:)`, 'g')) ?? []
  const known = ways.reduce((sum, way) => sum + code.split(way).length - 1, 0)
  return uses.length === 1 + known
}

const exportsOf = async (file: string) => (await import(pathToFileURL(file).href)) as Exports

/**
 * Gives the browser of a contract what it calls with (method, path, how the answer comes) and what is plain in it, such
 * as limits and names. The shapes, which the server holds calls against, stay behind with the library that they are
 * written in; they come with the forms that check by them. A contract that is used for more than
 * `createClient(contract)` comes whole.
 */
export function contractCalls(): Plugin {
  return {
    name: 'contract-calls',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?$/, code: /contract/ },
      async handler(code, importer) {
        let changed = code
        for (const [statement, names, source] of code.matchAll(/^import \{([^}]*)\} from '([^']*)'$/gm)) {
          const resolved = /contract/.test(source ?? '') ? await this.resolve(source ?? '', importer) : null
          if (!resolved || !contractFile.test(resolved.id)) continue
          const exported = await exportsOf(resolved.id)
          const imported = (names ?? '')
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
          const light = imported.filter((name) => isEnough(exported[name], name, code))
          const others = imported.filter((name) => !light.includes(name))
          if (light.length === 0) continue
          changed = changed.replace(
            statement,
            `import { ${light.join(', ')} } from ${JSON.stringify(resolved.id + twin)};` +
              (others.every((name) => name.startsWith('type '))
                ? ''
                : `import { ${others.join(', ')} } from '${source}'`),
          )
        }
        return changed === code ? null : { code: changed, map: null }
      },
    },
    load: {
      filter: { id: /\?calls$/ },
      async handler(id) {
        return Object.entries(await exportsOf(id.slice(0, -twin.length)))
          .map(([name, value]) => [name, lightOf(value)] as const)
          .filter(([, light]) => light !== undefined)
          .map(([name, light]) => `export const ${name} = ${light}`)
          .join('\n')
      },
    },
  }
}
