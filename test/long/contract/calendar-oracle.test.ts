// seconds: 200
import '../../contract/calendars/oracle.test.ts'
