import { mailContract } from '#core/contract/mail.ts'
import { createClient } from '#core/web/client.ts'

export const mailApi = createClient(mailContract)
