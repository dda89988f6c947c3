import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { StoredMeeting } from '../../../scheduling/rosters/today-contract.ts'
import { studentsOf } from '../../../scheduling/rosters/web/packStudents.ts'
import { useMarks } from '../../../scheduling/rosters/web/useMarks.ts'
import { Here } from './Here.tsx'
import { studentsOfPack } from './hereStudents.ts'

/** Lists who is here by what this device holds, while there is no connection. */
export function PackRun({ meeting }: { meeting: StoredMeeting }) {
  const { sessionId, id: meetingId } = meeting
  const marks = useMarks({ sessionId, meetingId })
  return (
    <>
      <Banner>This is what your device stored of the session. Points are sent when the connection is back.</Banner>
      <Here sessionId={sessionId} students={studentsOfPack(studentsOf(meeting), marks)} />
    </>
  )
}
