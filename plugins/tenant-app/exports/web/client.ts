import { createClient } from '#core/web/client.ts'
import { exportsContract } from '../contract.ts'

export const exportsApi = createClient(exportsContract)

/** What is wrong after whatever was done with an export. */
export const exportReads = [exportsApi.listExports.key()]
