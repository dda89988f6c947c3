import { mount } from '#core/server/http/mount.ts'
import { attemptsContract } from '../contract.ts'
import { checkAnswer, finishAttempt, saveAnswer, turnTo } from './answering.ts'
import { beginAttempt } from './beginning.ts'
import { putAnswerPicture } from './putting.ts'
import { getAttemptsOverview, readAttempt } from './reading.ts'

export const attemptsRoutes = mount(attemptsContract, {
  attemptsOverview: getAttemptsOverview,
  beginAttempt,
  readAttempt,
  saveAnswer,
  checkAnswer,
  putAnswerPicture,
  turnTo: (scope, attemptId, body) => turnTo(scope, attemptId, body.item),
  finishAttempt,
})
