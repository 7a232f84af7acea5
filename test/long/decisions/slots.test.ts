// seconds: 20
import '../../../src/availability/slots.test.ts'
