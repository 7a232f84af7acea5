// seconds: 290
import '../../contract/calendars/oracle.test.ts'
