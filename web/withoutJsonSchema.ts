import type { Plugin } from 'vite'

const serverOnly = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const exported = /^export (?:const|function) (\w+)/gm

/**
 * Leaves out of the browser's scripts what zod needs to describe a schema as JSON: 5 kB of the first page that only the
 * server's documentation of its calls uses. Every schema refers to it by methods, so nothing else can tell it is unused.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    enforce: 'pre',
    transform(code, id) {
      if (!serverOnly.test(id)) return null
      const names = [...code.matchAll(exported)].map(([, name]) => name)
      return [
        `function absent() { throw new Error('Schemas are described as JSON on the server alone') }`,
        ...names.map((name) => `export const ${name} = ${name?.startsWith('create') ? '() => absent' : 'absent'}`),
      ].join('\n')
    },
  }
}
