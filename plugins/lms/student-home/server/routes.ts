import { mount } from '#core/server/http/mount.ts'
import { studentHomeContract } from '../contract.ts'
import { getStudentHome } from './student-home.ts'

export const studentHomeRoutes = mount(studentHomeContract, { studentHome: getStudentHome })
