/** The data of an event of usual size: a name that somebody changed, sealed. */
export const samplePayload = () => ({
  userId: 7,
  firstName: `1.AbCdEf.${'x'.repeat(60)}`,
  commonName: `1.AbCdEf.${'y'.repeat(70)}`,
})
