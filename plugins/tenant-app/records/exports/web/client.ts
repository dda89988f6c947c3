import { createClient } from '#core/web/client.ts'
import { exportsContract } from '../contract.ts'
import { personalExportsContract } from '../person-contract.ts'

export const exportsApi = createClient(exportsContract)
export const personalExportsApi = createClient(personalExportsContract)

/** Queries that change with an export. */
export const exportReads = [exportsApi.listExports.key()]
export const personalExportReads = [personalExportsApi.listPersonalExports.key()]
