import { apiTokensContract } from '#core/contract/api-tokens.ts'
import { createClient } from '../../client.ts'

export const apiTokensApi = createClient(apiTokensContract)
