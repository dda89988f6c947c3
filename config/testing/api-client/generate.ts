import { writeFile } from 'node:fs/promises'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { apiDocument } from '#core/server/http/api-document.ts'
import { describeContracts } from '#core/server/platform.ts'
import { report } from '../../../core/testing/report.ts'
import { clientSource } from './client-source.ts'

// `npm run api-client -- client.ts` writes the client for everything that is built in.
const [, , file = 'trellis-client.ts'] = process.argv
const env = readEnv({ DATABASE_URL: 'postgres://nowhere', SESSION_KEY: '0'.repeat(64) })
await writeFile(file, clientSource(apiDocument(env, describeContracts(env, plugins))))
report(`Wrote ${file}`)
