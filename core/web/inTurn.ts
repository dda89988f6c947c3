/** Runs work while no other tab of this browser runs work of the same name. */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Without TLS there are no locks.
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(name, work) : work()
}
