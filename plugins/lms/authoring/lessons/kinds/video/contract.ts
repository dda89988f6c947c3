import { defineKind } from '../kind-contract.ts'
import { listRecordingFiles, newPlayingRules, recording } from '../recording-contract.ts'

export const video = defineKind({
  type: 'video',
  details: recording,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The video is missing']),
  shown: (details) => details,
  files: listRecordingFiles,
  rule: ({ file }) => (file ? 'Watch 90% of it.' : 'Watch it, and mark it as complete.'),
  ...newPlayingRules('Watch'),
})
