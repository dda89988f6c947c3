import Fastify from 'fastify'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

interface Operation {
  operationId: string
  responses: Record<string, { content?: { 'application/json'?: { schema: object } } }>
}

test('the serializer of every endpoint can be compiled, as happens with its first answer', async ({ platform }) => {
  const document = (await (await platform.superAdmin()).get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const failures: string[] = []
  let compiled = 0
  for (const { operationId, responses } of operations) {
    for (const { content } of Object.values(responses)) {
      const schema = content?.['application/json']?.schema
      if (!schema || '$ref' in schema) continue
      const app = Fastify()
      app.get('/', { schema: { response: { 200: schema } } }, () => ({}))
      try {
        await app.ready()
        compiled++
      } catch (error) {
        failures.push(`${operationId}: ${String(error)}`)
      }
    }
  }
  expect(failures).toEqual([])
  expect(compiled).toBeGreaterThan(operations.length / 2)
})
