import { createClient } from '#core/web/client.ts'
import { projectsContract } from '#plugins/tenant-app/base/projects/contract.ts'
import { modulesContract } from '../../modules/contract.ts'
import { copiesContract } from '../../modules/copy-contract.ts'
import { draftsContract } from '../../modules/draft-contract.ts'

export const projectsApi = createClient(projectsContract)
export const modulesApi = createClient(modulesContract)
export const draftsApi = createClient(draftsContract)
export const copiesApi = createClient(copiesContract)
