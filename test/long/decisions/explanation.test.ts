// seconds: 75
import '../../../src/event-types/explanation.test.ts'
