import { createClient } from '#core/web/client.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { learningContract } from '../contract.ts'

export const learningApi = createClient(learningContract)
export const attendanceApi = createClient(attendanceContract)
