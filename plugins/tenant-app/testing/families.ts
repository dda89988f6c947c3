export { buildStudent as addStudent } from './factories.ts'
