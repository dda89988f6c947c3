export interface RunResult {
  passed: number
  failed: number
  skipped: number
}

/** The part of Vitest's JSON report that is counted. */
export interface TestReport {
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; title: string }[]
  }[]
}

/**
 * Counts tests by their results. What failed outside of a test counts as one failure each: a file that could not be loaded,
 * and a run that ended in failure, or without any test, though no test failed.
 */
export function summarize({ testResults = [] }: TestReport, exitStatus: number): RunResult {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const failedTests = tests.filter((test) => test.status === 'failed').length
  const failedFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = failedTests + failedFiles
  const unexplained = failed === 0 && (exitStatus !== 0 || passed === 0) ? 1 : 0
  return { passed, failed: failed + unexplained, skipped: tests.length - passed - failedTests }
}

/** For each failed test, the command that runs it alone. `shorten` turns an absolute path into one from the root. */
export function describeFailures({ testResults = [] }: TestReport, shorten: (path: string) => string): string[] {
  const lines = testResults.flatMap((file) => {
    if (file.status !== 'failed') return []
    const command = `npx vitest run -c config/vitest.config.ts ${shorten(file.name)}`
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    return failed.length > 0 ? failed.map((test) => `  ${command} -t ${quoteName(test.fullName)}`) : [`  ${command}`]
  })
  return lines.length > 0 ? ['Repeat what failed:', ...lines] : []
}

/** Vitest takes the name as a regular expression, the shell as a word. */
function quoteName(name: string): string {
  return `'${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`
}
